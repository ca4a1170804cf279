import { ask } from '../api.ts'
import { refresh } from '../data.ts'
import { useThisAccount } from '../session.tsx'
import { fill, t } from '../text.ts'
import { type Confirmation, confirm } from './confirm.ts'
import { sayUndoable } from './done.tsx'
import { withPlus } from './numbers.ts'
import { usePhoneText } from './phone.tsx'

/** Confirmations that add or remove the opt-out of a number, with an undo for ten seconds. */
export function useOptOuts() {
  const { id: account, path } = useThisAccount()
  const showPhone = usePhoneText()
  const refreshes = [`${path}/optouts`, `${path}/numbers`]
  const add = (phone: string) => ask('POST /v2/optouts', { path: { account }, body: { phone: withPlus(phone) } })
  const remove = (phone: string) => ask('DELETE /v2/optouts/:phone', { path: { account, phone: withPlus(phone) } })
  const undoable = (phone: string, message: string, undo: (phone: string) => Promise<unknown>) =>
    sayUndoable(fill(message, { phone: showPhone(phone) }), async () => {
      await undo(phone)
      await refresh(...refreshes)
    })
  return {
    addOptOut: (phone: string) =>
      confirm({
        title: fill(t.numberHistory.optOutTitle, { phone: showPhone(phone) }),
        warning: t.numberHistory.optOutAbout,
        submit: t.numberHistory.optOut,
        run: () => add(phone),
        refreshes,
        done: () => undoable(phone, t.optOuts.added, remove),
      }),
    removal: (phone: string): Confirmation => ({
      title: fill(t.optOuts.removeTitle, { phone: showPhone(phone) }),
      warning: t.optOuts.removeWarning,
      submit: t.optOuts.remove,
      run: () => remove(phone),
      refreshes,
      done: () => undoable(phone, t.optOuts.removed, add),
    }),
  }
}
