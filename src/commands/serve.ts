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
      about: 'all (default), api (answers requests) or worker (sends); any number of each on one PostgreSQL.',
    },
  },
  notes: 'It runs until it is told to stop (Ctrl-C, SIGTERM). ngoma doctor says what is wrong when it does not start.',
  async run(input) {
    const role = roles.find((one) => one === (input.text('role') ?? 'all'))
    if (role === undefined) throw badUsage(`--role is one of ${roles.join(', ')}`)
    const config = readConfig()
    if (role !== 'all' && config.databaseUrl === null)
      throw badUsage(`--role ${role} needs PostgreSQL: set DATABASE_URL`)
    const { runServer } = await import('./server.ts')
    return runServer(config, role)
  },
}
