import { objectOf, optional } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { PhoneText } from './shapes.ts'

const Message = objectOf({ code: Type.Integer(), message: Type.String() })

export const PinRequestBody = Type.Object({
  appId: Type.Optional(
    Type.Union([Type.Integer(), Type.String({ maxLength: 10 })], {
      description: 'the number of an application; a new account has application 1. Required without pinId',
    }),
  ),
  msisdn: Type.Optional(PhoneText('in international format, without +. Required without pinId')),
  language: optional(Type.String({ maxLength: 35 }), 'of the message, such as sw; by default that of the application'),
  pinId: optional(
    Type.String({ maxLength: 36 }),
    'sends this PIN again, where the application allows it; appId and msisdn are then optional',
  ),
})
export type PinRequestBody = Static<typeof PinRequestBody>

export const PinRequestReply = objectOf({
  data: objectOf({
    pinId: Type.String({ format: 'uuid' }),
    message: Message,
    pinExpiryTimeInMinutes: Type.Integer(),
    expiresInSeconds: Type.Integer(),
  }),
})
export type PinRequestReply = Static<typeof PinRequestReply>

export const PinVerifyBody = Type.Object({
  pinId: Type.String({ maxLength: 36 }),
  pin: Type.String({ maxLength: 10 }),
})
export type PinVerifyBody = Static<typeof PinVerifyBody>

/** Also the body of every refusal of both routes. */
export const PinVerifyReply = objectOf({ data: objectOf({ message: Message }) })
export type PinVerifyReply = Static<typeof PinVerifyReply>
