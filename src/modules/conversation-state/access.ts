import { type RawBuilder, sql } from 'kysely'
import { smsChannel } from '../../contract/account/conversations.ts'
import type { Scope } from '../../values/scopes.ts'

/** Whether a caller has a scope. Users have all. */
export type Allows = (scope: Scope) => boolean

/** A credential reads conversations only by channels whose messages it may read elsewhere. */
export const canRead = (allows: Allows, channel: string): boolean =>
  channel === smsChannel ? allows('messages:read') || allows('inbound:read') : allows('chat:read')

/** The scope for messages of a channel in one direction. */
export const readScopeOf = (channel: string, direction: 'in' | 'out'): Scope =>
  channel !== smsChannel ? 'chat:read' : direction === 'in' ? 'inbound:read' : 'messages:read'

/** The scope that changes of a conversation need in addition, because they are answers. */
export const sendScopeOf = (channel: string): Scope => (channel === smsChannel ? 'messages:send' : 'chat:send')

/** The condition for conversations that a caller can read; null for all. */
export function isReadable(allows: Allows, channel: RawBuilder<unknown>): RawBuilder<unknown> | null {
  const isSms = sql`${channel} = ${smsChannel}`
  const [bySms, byChat] = [canRead(allows, smsChannel), allows('chat:read')]
  if (bySms && byChat) return null
  return bySms ? isSms : byChat ? sql`not ${isSms}` : sql`false`
}
