import type { RefusedRequests } from '../contract/account/refusals.ts'
import { badUsage, type Command, secondsCell } from './command.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'

export const refused: Command = listCommand({
  name: 'refused',
  about: 'List API requests that were rejected, latest first, with hints on how to fix them.',
  options: {
    ...accountOption,
    credential: { value: 'ID', about: 'Only this key or token, by its ID in "ngoma key list".' },
    search: {
      value: 'TEXT',
      about: 'Only requests with this text in the path, the message, the hint, the name of the key or the system ID.',
    },
  },
  examples: ['refused', 'refused --search /v1/send'],
  route: 'GET /v2/refused',
  request(input) {
    const path = accountIn(input)
    const [credential, search] = [input.text('credential'), input.text('search')]
    if (credential !== undefined && !/^\d+$/.test(credential))
      throw badUsage('--credential must be a number. Run "ngoma key list" to find it.')
    return { path, query: { credential, q: search } }
  },
  heads: ['LAST', 'COUNT', 'CREDENTIAL', 'REQUEST', 'STATUS', 'CODE', 'MESSAGE'],
  row: (one) =>
    one.credentialId === null
      ? [secondsCell(one.lastAt), one.count, '', '', '', '', 'other requests (too many kinds to list)']
      : [
          secondsCell(one.lastAt),
          one.count,
          nameOf(one),
          `${one.method} ${one.path}`,
          one.status,
          one.code,
          one.message,
        ],
  below: ({ hint }) => hint,
  nothing: 'No rejected requests in the last 30 days.',
})

const nameOf = ({ credentialId, credentialName, credentialKind }: RefusedRequests) =>
  credentialKind === 'smpp' ? `SMPP ${credentialName}` : `${credentialId} ${credentialName ?? ''}`
