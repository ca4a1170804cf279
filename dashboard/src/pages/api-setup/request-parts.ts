import type { ListedRequest } from '../../../../src/contract/console/request-log.ts'
import { fill, t } from '../../text.ts'

/** A refusal may have status 200, as the specification has it. */
export const outcomeOf = ({ status, code }: Pick<ListedRequest, 'status' | 'code'>) =>
  status >= 500 ? 'failed' : code === null ? 'success' : 'refused'

export const callerOf = ({ credentialId, credentialName, credentialKind }: ListedRequest): string => {
  if (credentialId === null) return t.requestLog.dashboard
  return (
    credentialName ?? (credentialKind === null ? '–' : fill(t.refusals[credentialKind], { id: String(credentialId) }))
  )
}
