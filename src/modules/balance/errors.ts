import { Refusal } from '../../values/refusal.ts'

export const operatorsOnly = () =>
  new Refusal(403, 403, 'Only Operators May Ask For Others', {
    hint: 'user_id is for keys and tokens with operator rights: leave it out to ask for your own account',
  })
export const userMissing = () => new Refusal(404, 404, 'User Not Found')

/** In the console. */
export const balanceMissing = () => new Refusal(404, 404, 'Balance Not Found')
export const badAmount = (name: string) =>
  new Refusal(400, 400, `Invalid Amount: ${name}`, { hint: 'a number with at most four decimals, such as 1000 or 0.5' })
export const badPhone = () => new Refusal(400, 400, 'Invalid Phone Number', { hint: 'digits only, beginning with the country code' })
export const phoneNeeded = () => new Refusal(400, 400, 'Reminders By SMS Need A Phone Number')
export const notEnough = (available: string) => new Refusal(409, 409, 'Insufficient Balance', { hint: `at most ${available} can be taken away` })
export const tooMuch = () => new Refusal(400, 400, 'The Balance Would Be Too Large')
