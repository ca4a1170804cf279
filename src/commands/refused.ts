import type { RefusedRequests } from '../contract/console/refusals.ts'
import { badUsage, type Command, secondsCell } from './command.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'

export const refused: Command = listCommand({
  name: 'refused',
  about: 'List what the API refused, the latest first, and what to do about it.',
  options: {
    ...accountOption,
    credential: { value: 'ID', about: 'Only with this key or token: its number in ngoma key list.' },
    search: { value: 'TEXT', about: 'Only with this text in the path, the message or the hint.' },
  },
  route: 'GET /accounts/:account/refused',
  request(input) {
    const path = accountIn(input)
    const [credential, search] = [input.text('credential'), input.text('search')]
    if (credential !== undefined && !/^\d+$/.test(credential))
      throw badUsage('--credential is a number: ngoma key list shows them')
    return { path, query: { credential, q: search } }
  },
  heads: ['LAST', 'TIMES', 'KEY OR TOKEN', 'REQUEST', 'STATUS', 'CODE', 'MESSAGE'],
  row: (one) =>
    one.credentialId === null
      ? [secondsCell(one.lastAt), one.count, '', '', '', '', 'others, of too many kinds to tell apart']
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
  nothing: 'Nothing like that was refused in the last 30 days.',
})

const nameOf = ({ credentialId, credentialName }: RefusedRequests) => `${credentialId} ${credentialName ?? ''}`
