import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { useOnOpen, useOpening } from '../../parts/opening.ts'
import { type Account, mayAs } from '../../session.tsx'
import { fill, t } from '../../text.ts'

interface ResendProps {
  readonly account: Account
  /** A request with undelivered messages, or one undelivered message. */
  readonly of: { readonly request: number } | { readonly message: number }
}

/** Sends undelivered messages again, then shows the new request. */
export function Resend({ account, of }: ResendProps) {
  const { id, path } = account
  const navigate = useNavigate()
  const { isOpen, open, close } = useOpening<never>()
  const isRequest = 'request' in of
  const place = `${path}/resend`
  const resend = useChange(
    () => {
      const headers = onceKey(place, of)
      return 'request' in of
        ? ask('POST /v2/requests/:request/resend', { path: { account: id, ...of } }, { headers })
        : ask('POST /v2/messages/:message/resend', { path: { account: id, ...of } }, { headers })
    },
    {
      refreshes: ['messages', 'requests', 'balances', 'overview'].map((part) => `${path}/${part}`),
      onDone: ({ valid, requestIds: [request] }) => {
        forgetOnceKey(place)
        close()
        sayDone(fill(t.messages.resent, { count: valid }))
        void navigate({ to: `${path}/messages`, search: { request: String(request) } } as never)
      },
    },
  )
  useOnOpen(isOpen, resend.reset)
  if (!mayAs(account, 'member')) return null
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => open()}>
        {isRequest ? t.messages.resendFailed : t.messages.resend}
      </Button>
      <FormDialog
        title={isRequest ? t.messages.resendFailedTitle : t.messages.resendTitle}
        isOpen={isOpen}
        onClose={close}
        change={resend}
        submit={isRequest ? t.messages.resendFailed : t.messages.resend}
        onSubmit={(event) => {
          event.preventDefault()
          resend.mutate(undefined)
        }}
      >
        <Text>{isRequest ? t.messages.resendFailedAbout : t.messages.resendAbout}</Text>
      </FormDialog>
    </>
  )
}
