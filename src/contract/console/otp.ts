import { AllowanceBody, PinAllowance } from '../account/otp.ts'
import type { RouteShapes } from '../route.ts'

export const otpRoutes = {
  'PUT /accounts/:account/otp/allowance': { body: AllowanceBody, answer: PinAllowance },
} as const satisfies RouteShapes
