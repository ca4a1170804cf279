import { Type } from 'typebox'
import { roles } from './rules.ts'

/** The shapes of the console's users, members and audit log. */

const Role = Type.Unsafe<(typeof roles)[number]>({ type: 'string', enum: [...roles] })

export const InviteBody = Type.Object({
  email: Type.String({ maxLength: 254 }),
  name: Type.Optional(Type.String({ maxLength: 100 })),
  role: Role,
})

export const RoleBody = Type.Object({ role: Role })

export const OperatorBody = Type.Object({ operator: Type.Boolean() })
