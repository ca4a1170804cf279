import { Type } from 'typebox'
import { Country, PinAllowance } from '../account/otp.ts'
import type { RouteShapes } from '../route.ts'
import { objectOf } from '../shapes.ts'

const RangeDigits = Type.String({ pattern: '^[1-9][0-9]{0,14}$', maxLength: 15 })

const AllowanceBody = objectOf({
  countries: Type.Array(Country, { maxItems: 250, uniqueItems: true }),
  ranges: Type.Array(RangeDigits, { maxItems: 1_000, uniqueItems: true }),
})

export const otpRoutes = {
  'PUT /accounts/:account/otp/allowance': { body: AllowanceBody, answer: PinAllowance },
} as const satisfies RouteShapes
