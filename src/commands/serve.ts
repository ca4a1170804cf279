import { processCount } from '../config/kinds.ts'
import { readConfig } from '../config.ts'
import type { ProcessRole } from '../context.ts'
import { badUsage, type Command, choiceIn, type Input } from './command.ts'

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
    processes: {
      value: 'COUNT',
      about:
        'Processes to start on the same port, or auto for one on each available processor. Requires PostgreSQL. Default: NGOMA_PROCESSES, or 1.',
    },
  },
  notes:
    'The server runs until it receives Ctrl-C or SIGTERM. If it does not start, run "ngoma doctor" to find out why.',
  examples: ['serve', 'serve --processes auto', 'serve --role worker'],
  async run(input) {
    const role = choiceIn(input, 'role', roles) ?? 'all'
    const config = readConfig()
    const processes = readProcesses(input) ?? config.processes
    if (role !== 'all' && config.databaseUrl === null)
      throw badUsage(`--role ${role} requires PostgreSQL. Set DATABASE_URL.`)
    if (processes > 1 && config.databaseUrl === null)
      throw badUsage(
        `${processes} processes require PostgreSQL, because only one process can open the embedded database. Set DATABASE_URL, or start one process.`,
      )
    if (processes > 1) return (await import('./supervisor.ts')).runSupervisor(config, role, processes)
    const { runServer } = await import('./server.ts')
    return runServer(config, role)
  },
}

function readProcesses(input: Input): number | null {
  const text = input.text('processes')
  if (text === undefined) return null
  const count = processCount.parse(text)
  if (count === null) throw badUsage(`--processes must be ${processCount.wanted}`)
  return count
}
