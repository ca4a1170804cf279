import { readConfig } from '../config.ts'
import type { ProcessRole } from '../context.ts'
import { badUsage, type Command } from './command.ts'

const roles: readonly ProcessRole[] = ['all', 'api', 'worker']

export const serve: Command = {
  name: 'serve',
  about: 'Start the server.',
  options: {
    role: {
      value: 'ROLE',
      about:
        'all, api (serves requests) or worker (sends messages). Default: all. On PostgreSQL, any number of processes can run in each role.',
    },
  },
  notes:
    'The server runs until it receives Ctrl-C or SIGTERM. If it does not start, run "ngoma doctor" to find out why.',
  examples: ['serve', 'serve --role worker'],
  async run(input) {
    const role = roles.find((one) => one === (input.text('role') ?? 'all'))
    if (role === undefined) throw badUsage(`--role must be one of ${roles.join(', ')}`)
    const config = readConfig()
    if (role !== 'all' && config.databaseUrl === null)
      throw badUsage(`--role ${role} requires PostgreSQL. Set DATABASE_URL.`)
    const { runServer } = await import('./server.ts')
    return runServer(config, role)
  },
}
