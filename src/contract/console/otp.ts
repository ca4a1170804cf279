import { Country, PinAllowance } from '../account/otp.ts'
import { consoleResource, route } from '../route.ts'
import { described, objectOf } from '../shapes.ts'
import { Type } from '../type.ts'

const RangeDigits = Type.String({ pattern: '^[1-9][0-9]{0,14}$', maxLength: 15 })

export const consoleOtp = consoleResource('otp', {
  setAllowance: route('PUT /accounts/:account/otp/allowance', 'operator', 'Set the allowed destinations of PINs', {
    command: 'otp-allowance set',
    does: 'otp.allow',
    body: objectOf({
      countries: described(
        Type.Array(Country, { maxItems: 250, uniqueItems: true }),
        'other countries than that of the account, such as KE',
      ),
      ranges: described(
        Type.Array(RangeDigits, { maxItems: 1_000, uniqueItems: true }),
        'prefixes of allowed numbers, which the fraud guard does not judge',
      ),
    }),
    answer: PinAllowance,
  }),
})
