import { runCommandLine } from './command-line.ts'
import { exitCodes } from './commands/command.ts'

// A reader may stop early: `ngoma credential list | head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done)
  process.stderr.write(`ngoma: cannot write to standard output: ${error.message}\n`)
  process.exit(exitCodes.refused)
})

runCommandLine(process.argv.slice(2)).then((exitCode) => process.exit(exitCode))
