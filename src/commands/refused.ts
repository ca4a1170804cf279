import { accountOption, accountPath, listCommandAt } from './accounts.ts'
import { badUsage, type Command, secondsCell } from './command.ts'

interface Refused {
  readonly lastAt: string
  readonly count: number
  readonly credentialId: number | null
  readonly credentialName: string | null
  readonly method: string
  readonly path: string
  readonly status: number
  readonly code: number
  readonly message: string
  readonly hint: string | null
}

export const refused: Command = listCommandAt<Refused>({
  name: 'refused',
  about: 'List what the API refused, the latest first, and what to do about it.',
  options: {
    ...accountOption,
    credential: { value: 'ID', about: 'Only with this key or token: its number in ngoma key list.' },
    search: { value: 'TEXT', about: 'Only with this text in the path, the message or the hint.' },
  },
  path: (input) => `${accountPath(input)}/refused`,
  async query(input) {
    const [credential, search] = [input.text('credential'), input.text('search')]
    if (credential !== undefined && !/^\d+$/.test(credential))
      throw badUsage('--credential is a number: ngoma key list shows them')
    return { ...(credential === undefined ? {} : { credential }), ...(search === undefined ? {} : { q: search }) }
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

const nameOf = ({ credentialId, credentialName }: Refused) => `${credentialId} ${credentialName ?? ''}`
