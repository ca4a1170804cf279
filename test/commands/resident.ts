/**
 * The program's command line in a process that stays: what a command does, without what it takes to load the program
 * for each.
 */
import { Writable } from 'node:stream'
import { runWords } from '../../src/command-line.ts'
import type { Ran, Settings } from './program.ts'

export interface Order {
  readonly words: readonly string[]
  readonly settings: Settings
}

const told = { out: '', err: '' }

function capture(name: 'stdout' | 'stderr', as: keyof typeof told): void {
  told[as] = ''
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: Buffer | string, _encoding, done) {
      told[as] += chunk.toString()
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
  const code = await runWords(words)
  process.send?.({ code, ...told } satisfies Ran)
})
// Whoever gave the orders is gone.
process.on('disconnect', () => process.exit())
