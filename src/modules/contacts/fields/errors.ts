import { refuse } from '../../../values/refusal.ts'

export const invalidDefinition = (what: string, hint: string) =>
  refuse('invalid_field', { detail: `The ${what} of the contact field is invalid.`, hint })
export const invalidValue = (key: string, fault: string) =>
  refuse('invalid_field_value', {
    detail: `fields.${key} ${fault}.`,
    hint: 'correct the value; an empty text or null removes it',
    errors: [{ field: `fields.${key}`, message: fault }],
  })
export const fieldUnknown = (key: string, keys: readonly string[]) =>
  refuse('unknown_field', {
    detail: `The account has no contact field ${JSON.stringify(key.slice(0, 50))}.`,
    hint:
      keys.length === 0
        ? 'the account has no contact fields: create one first'
        : `contact fields of this account: ${keys.join(', ')}`,
  })
export const fieldExists = (name: string) =>
  refuse('field_exists', { detail: `The account already has a contact field named "${name}".` })
