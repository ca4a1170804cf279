/** Runs command lines in one process, so that the program is loaded once and not for every command. */
import { Writable } from 'node:stream'
import { runCommandLine } from '../../src/command-line.ts'
import type { Ran, Settings } from './program.ts'

export interface Order {
  readonly words: readonly string[]
  readonly settings: Settings
}

const captured = { out: '', err: '' }

function capture(name: 'stdout' | 'stderr', as: keyof typeof captured): void {
  captured[as] = ''
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: Buffer | string, _encoding, done) {
      captured[as] += chunk.toString()
      done()
    },
  })
  Object.defineProperty(process, name, { value: stream, configurable: true })
}

process.on('message', async ({ words, settings }: Order) => {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, settings)
  capture('stdout', 'out')
  capture('stderr', 'err')
  const code = await runCommandLine(words)
  process.send?.({ code, ...captured } satisfies Ran)
})
// The test process has ended.
process.on('disconnect', () => process.exit())
