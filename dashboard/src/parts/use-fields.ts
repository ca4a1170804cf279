import type { ContactField } from '../../../src/contract/account/contact-fields.ts'
import { fieldsMax } from '../../../src/values/custom-field.ts'
import { useAsk } from '../data.ts'
import { useThisAccount } from '../session.tsx'

const none: readonly ContactField[] = []

/** The custom fields of the account; empty until they are loaded. */
export const useFields = (): readonly ContactField[] => useLoadedFields() ?? none

/** Undefined until they are loaded. */
export function useLoadedFields(): readonly ContactField[] | undefined {
  const { id: account } = useThisAccount()
  const { data } = useAsk('GET /v2/contact-fields', { path: { account }, query: { limit: fieldsMax } })
  return data?.data
}
