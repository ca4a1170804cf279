import { Type } from 'typebox'
import { roles } from './rules.ts'

/** The shapes of the console's users, members and audit log. */

const Role = Type.Unsafe<(typeof roles)[number]>({ type: 'string', enum: [...roles] })

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

export const NameBody = Type.Object({ name: Name })

export const InviteBody = Type.Object({
  email: Type.String({ maxLength: 254 }),
  name: Type.Optional(Name),
  role: Role,
})

export const RoleBody = Type.Object({ role: Role })

export const OperatorBody = Type.Object({ operator: Type.Boolean() })
