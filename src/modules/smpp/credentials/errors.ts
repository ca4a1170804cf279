import { Refusal } from '../../../values/refusal.ts'

export const smppCredentialMissing = () =>
  new Refusal(404, 404, 'SMPP Credential Not Found', {
    hint: 'list the SMPP credentials of an account with npx ngoma smpp list, or on the SMPP page',
  })
export const smppCredentialRevoked = () =>
  new Refusal(409, 409, 'SMPP Credential Is Revoked', {
    hint: 'a revoked SMPP credential cannot be changed: create a new one',
  })
export const smppPasswordRotated = (id: number, until: Date) =>
  new Refusal(409, 409, 'SMPP Password Was Rotated', {
    hint: `the password before the last one is valid until ${until.toISOString()}. Rotate after that, or end it now: npx ngoma smpp rotate ${id} --overlap-hours 0 leaves only the new password valid`,
  })
export const systemIdTaken = (systemId: string) =>
  new Refusal(409, 409, 'System ID Is In Use', {
    hint: `${systemId} is the system ID of another credential: choose another one, or leave it out to get a generated one`,
  })
export const badSystemId = () =>
  new Refusal(400, 400, 'Invalid System ID', {
    hint: 'use 1 to 15 letters, digits, dots, hyphens and underscores, or leave it out to get a generated one',
  })
export const badAddress = (address: string) =>
  new Refusal(400, 400, 'Invalid Address', {
    hint: `${address} is not an IP address or a network such as 10.0.0.0/8`,
  })
export const tooManySmppCredentials = (max: number) =>
  new Refusal(409, 409, 'Too Many SMPP Credentials', {
    hint: `an account can have ${max}: revoke those that are not used`,
  })
export const passwordsByOperators = () =>
  new Refusal(403, 403, 'Only Operators Can Choose SMPP Passwords', {
    hint: 'leave out the password to get a generated one, or ask an operator to keep the one that you have',
  })
export const limitsByOperators = ({ min, max }: { readonly min: number; readonly max: number }, name: string) =>
  new Refusal(403, 403, 'Only Operators Can Raise SMPP Limits', {
    hint: `${name} must be from ${min} to ${max}: ask an operator for more`,
  })
export const privateUrlsByOperators = () =>
  new Refusal(403, 403, 'Only Operators Can Allow Private URLs', {
    hint: 'leave out privateUrls, or ask an operator to allow them',
  })
