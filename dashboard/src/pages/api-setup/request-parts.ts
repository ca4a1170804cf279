import type { ListedRequest } from '../../../../src/contract/account/request-log.ts'
import { fill, t } from '../../text.ts'
import { readJson } from './code.ts'

/** A refusal may have status 200, as the specification has it. */
export const outcomeOf = ({ status, code }: Pick<ListedRequest, 'status' | 'code'>) =>
  status >= 500 ? 'failed' : code === null ? 'success' : 'refused'

/** The counts of an accepted send without a message, such as to invalid numbers only; null for any other answer. */
export function unsentIn(text: string | null): { readonly total: number; readonly why: string } | null {
  const {
    valid,
    invalid = 0,
    duplicates = 0,
    opted_out: optedOut = 0,
  } = (readJson(text ?? '') ?? {}) as Readonly<Record<string, number | undefined>>
  const causes = [
    [t.messages.invalidCount, invalid],
    [t.messages.duplicatesCount, duplicates],
    [t.messages.optedOutCount, optedOut],
  ] as const
  const found = causes.filter(([, count]) => count > 0)
  if (valid !== 0 || found.length === 0) return null
  return {
    total: invalid + duplicates + optedOut,
    why: found.map(([name, count]) => fill(t.shared.namedCount, { name, count })).join(', '),
  }
}

export const callerOf = ({ status, credentialId, credentialName, credentialKind }: ListedRequest): string => {
  if (credentialId === null) return status === 0 ? '–' : t.requestLog.dashboard
  return (
    credentialName ?? (credentialKind === null ? '–' : fill(t.requestLog[credentialKind], { id: String(credentialId) }))
  )
}
