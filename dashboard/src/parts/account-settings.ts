import type { ContactField } from '../../../src/contract/account/contact-fields.ts'
import type { AnswerOf, BodyOf } from '../../../src/contract/console/index.ts'
import { fieldsMax } from '../../../src/values/custom-field.ts'
import { toGsmText } from '../../../src/values/smart-text.ts'
import { ask } from '../api.ts'
import { useAsk, useChange } from '../data.ts'
import { useThisAccount } from '../session.tsx'
import { t } from '../text.ts'
import { sayDone } from './done.tsx'

export type AccountSettings = AnswerOf<'GET /v2/account'>

/** The settings of this account. */
export const useAccountSettings = () => useAsk('GET /v2/account', { path: { account: useThisAccount().id } })

/** Changes settings of this account. */
export function useSettingsChange(onDone?: () => void) {
  const { id, path } = useThisAccount()
  return useChange((body: BodyOf<'PATCH /v2/account'>) => ask('PATCH /v2/account', { path: { account: id }, body }), {
    refreshes: [path, '/me'],
    onDone: () => {
      onDone?.()
      sayDone(t.settings.saved)
    },
  })
}

const none: readonly ContactField[] = []

/** The custom fields of the account; empty until they are loaded. */
export const useFields = (): readonly ContactField[] => useLoadedFields() ?? none

/** Undefined until they are loaded. */
export function useLoadedFields(): readonly ContactField[] | undefined {
  const { id: account } = useThisAccount()
  const { data } = useAsk('GET /v2/contact-fields', { path: { account }, query: { limit: fieldsMax } })
  return data?.data
}

/** The text as the account sends it: with its setting for smart encoding. */
export function useSmartText(account: { readonly id: number }): (text: string) => string {
  const { data } = useAsk('GET /v2/account', { path: { account: account.id } })
  return (text) => (data?.smartEncoding ? toGsmText(text) : text)
}
