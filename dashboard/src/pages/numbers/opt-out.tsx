import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { withPlus } from '../../parts/numbers.ts'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { usePhoneText } from '../../parts/phone.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'

interface OptOutProps {
  readonly account: Account
  readonly phone: string
  readonly opening: Opening<never>
}

export function OptOut({ account, phone, opening: { isOpen, close } }: OptOutProps) {
  const shown = usePhoneText()(phone)
  const add = useChange(
    () => ask('POST /v2/optouts', { path: { account: account.id }, body: { phone: withPlus(phone) } }),
    {
      refreshes: [`${account.path}/numbers`, `${account.path}/optouts`],
      onDone: () => {
        close()
        sayDone(fill(t.optOuts.added, { phone: shown }))
      },
    },
  )
  useOnOpen(isOpen, add.reset)
  return (
    <Confirm
      title={fill(t.numberHistory.optOutTitle, { phone: shown })}
      isOpen={isOpen}
      onClose={close}
      change={add}
      submit={t.numberHistory.optOut}
      onConfirm={() => add.mutate(undefined)}
    >
      {t.numberHistory.optOutAbout}
    </Confirm>
  )
}

export function OptIn({ account, phone, opening: { isOpen, close } }: OptOutProps) {
  const shown = usePhoneText()(phone)
  const remove = useChange(
    () => ask('DELETE /v2/optouts/:phone', { path: { account: account.id, phone: withPlus(phone) } }),
    {
      refreshes: [`${account.path}/numbers`, `${account.path}/optouts`],
      onDone: () => {
        close()
        sayDone(fill(t.optOuts.removed, { phone: shown }))
      },
    },
  )
  useOnOpen(isOpen, remove.reset)
  return (
    <Confirm
      title={fill(t.optOuts.removeTitle, { phone: shown })}
      isOpen={isOpen}
      onClose={close}
      change={remove}
      submit={t.optOuts.remove}
      onConfirm={() => remove.mutate(undefined)}
    >
      {t.optOuts.removeWarning}
    </Confirm>
  )
}
