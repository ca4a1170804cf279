import { Refusal } from '../../../values/refusal.ts'

export const fieldMissing = () =>
  new Refusal(404, 404, 'Contact Field Not Found', {
    hint: 'the field was deleted or belongs to another account: take its ID from the list of contact fields',
    problem: 'field_not_found',
  })
export const fieldExists = (name: string) =>
  new Refusal(409, 409, `A Contact Field Named ${JSON.stringify(name)} Already Exists`, {
    hint: 'choose another name, or use the existing field',
    plain: 'A Contact Field With This Name Already Exists',
    problem: 'field_exists',
  })
export const keyTaken = (key: string) =>
  new Refusal(409, 409, `The Key ${key} Is Already Used`, {
    hint: 'choose a key that is neither a standard field nor the key of another field, or leave it out',
    plain: 'The Key Is Already Used',
    problem: 'field_key_taken',
  })
export const keyBeingRemoved = (key: string) =>
  new Refusal(409, 409, `A Deleted Field Still Uses the Key ${key}`, {
    hint: 'the values of the deleted field are still being removed: try again in a few minutes, or choose another key',
    plain: 'A Deleted Field Still Uses the Key',
    problem: 'field_being_removed',
  })
export const tooManyFields = (fieldsMax: number) =>
  new Refusal(409, 409, `The Account Already Has ${fieldsMax} Contact Fields`, {
    hint: 'delete a field that you no longer need',
    problem: 'too_many_fields',
  })
export const invalidDefinition = (message: string, hint: string) =>
  new Refusal(400, 400, message, { hint, problem: 'invalid_field' })
export const invalidValue = (key: string, fault: string) =>
  new Refusal(400, 400, `fields.${key} ${fault}`, {
    hint: 'correct the value; an empty text or null removes it',
    plain: 'Invalid Value of a Contact Field',
    problem: 'invalid_field_value',
    errors: [{ field: `fields.${key}`, message: fault }],
  })
export const fieldUnknown = (key: string, keys: readonly string[]) =>
  new Refusal(400, 400, `There Is No Contact Field ${JSON.stringify(key.slice(0, 50))}`, {
    hint:
      keys.length === 0
        ? 'the account has no contact fields: create one first'
        : `contact fields of this account: ${keys.join(', ')}`,
    plain: 'Unknown Contact Field',
    problem: 'unknown_field',
  })
