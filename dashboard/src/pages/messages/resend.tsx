import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api.ts'
import { confirm } from '../../parts/confirm.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
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
  if (!mayAs(account, 'member')) return null
  const isRequest = 'request' in of
  const place = `${path}/resend`
  const label = isRequest ? t.messages.resendFailed : t.messages.resend
  const resend = () =>
    confirm({
      title: isRequest ? t.messages.resendFailedTitle : t.messages.resendTitle,
      warning: isRequest ? t.messages.resendFailedAbout : t.messages.resendAbout,
      submit: label,
      isDangerous: false,
      run() {
        const headers = onceKey(place, of)
        return isRequest
          ? ask('POST /v2/requests/:request/resend', { path: { account: id, ...of } }, { headers })
          : ask('POST /v2/messages/:message/resend', { path: { account: id, ...of } }, { headers })
      },
      refreshes: ['messages', 'requests', 'balances', 'overview'].map((part) => `${path}/${part}`),
      done({ valid, requestIds: [request] }) {
        forgetOnceKey(place)
        void navigate({ to: `${path}/messages`, search: { request: String(request) } } as never)
        return fill(t.messages.resent, { count: valid })
      },
    })
  return (
    <Button size="compact-sm" variant="default" onClick={resend}>
      {label}
    </Button>
  )
}
