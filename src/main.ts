import { runWords } from './command-line.ts'
import { exitCodes } from './commands/command.ts'

// Whoever reads may have read enough: `ngoma key list | head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done)
  process.stderr.write(`ngoma: can't write to standard output: ${error.message}\n`)
  process.exit(exitCodes.refused)
})

runWords(process.argv.slice(2)).then((exitCode) => process.exit(exitCode))
