import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../config.ts'
import type { SecretStatus } from '../contract/console/secret.ts'
import { openLog } from '../engine/log.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, secondsCell, table } from './command.ts'
import { barOf, createProgress } from './progress.ts'

const lookMs = 500

const isUnderWay = ({ rotation }: SecretStatus) => rotation !== null && rotation.state !== 'done'

function describeRotation({ rotation }: SecretStatus): string {
  if (rotation === null) return 'It was never rotated.'
  const { state, columnsDone, columns, resealed, unreadable, finishedAt, awaited } = rotation
  const lost = unreadable === 0 ? '' : `; ${unreadable} values can't be read (ngoma doctor names those to set again)`
  if (state === 'done')
    return `Rotated from ${rotation.from} at ${secondsCell(finishedAt ?? '')}: ${resealed} values sealed again${lost}.`
  if (awaited.length > 0)
    return state === 'preparing'
      ? `Rotation waits for processes without the new secret: ${awaited.join(', ')}.`
      : `Rotation waits for processes to notice: ${awaited.join(', ')}.`
  return `Rotation: ${barOf(columnsDone, columns)}  column ${columnsDone} of ${columns}, ${resealed} values sealed again${lost}`
}

function describe(status: SecretStatus): string {
  const rows = (status.values ?? []).map(({ secret, count, readable }) => [
    secret ?? 'not named',
    secret === status.current ? 'current' : readable ? 'previous' : 'unknown here',
    count,
  ])
  const where = status.source === 'given' ? 'NGOMA_SECRET' : 'made by the server, kept in the database'
  const values = rows.length === 0 ? 'No values are sealed.' : table(['SECRET', 'STATE', 'VALUES'], rows)
  return `Root secret ${status.current} (${where}). ${describeRotation(status)}\n\n${values}`
}

const status: Command = {
  name: 'secret status',
  about: 'Show which root secrets are in use, how many values each still seals, and how far a rotation is.',
  notes: 'Secrets are named by the beginning of their fingerprints; they are never shown.',
  async run(input) {
    const found = await withConsole((console) => console.call('GET /secret', { query: { values: 'true' } }))
    input.print(found, describe(found))
    return exitCodes.done
  },
}

const rotate: Command = {
  name: 'secret rotate',
  about: 'Replace the root secret, and seal everything again with the new one.',
  notes: `Where NGOMA_SECRET is set: restart every process with the new secret in NGOMA_SECRET and the old one in NGOMA_SECRET_PREVIOUS, then run this. Where the
database keeps the secret, this makes a new one. It goes on in the background when this command is stopped, and after a crash: run it again to watch.`,
  async run(input) {
    const ended = await withConsole(async (console) => {
      let current = await console.call('POST /secret/rotate', {})
      const progress = createProgress(() => describeRotation(current))
      console.startRotation()
      try {
        while (isUnderWay(current)) {
          await sleep(lookMs)
          current = await console.call('GET /secret', {})
        }
      } finally {
        progress.end()
      }
      return console.call('GET /secret', { query: { values: 'true' } })
    })
    const isLeft = (ended.values ?? []).some(({ secret, readable }) => readable && secret !== ended.current)
    const next = isLeft
      ? 'Some values are still sealed with the old secret: run ngoma secret rotate again before you remove it.'
      : ended.source === 'given'
        ? 'The old secret is no longer used: remove NGOMA_SECRET_PREVIOUS from every process. Store the new secret apart from your backups; backups taken before today need the old one.'
        : 'The old secret was removed from the database.'
    input.print(ended, `${describe(ended)}\n\n${next}`)
    return exitCodes.done
  },
}

const reset: Command = {
  name: 'secret reset',
  about: 'Accept that the root secret is lost, and go on with the one in NGOMA_SECRET.',
  options: { lost: { about: 'Confirm that the old one is lost: what it sealed has to be set again.' } },
  notes: `Stop every process first. Sessions end, second factors and open PINs become invalid, and secrets of carriers, airtime providers and webhooks have to be
set again: ngoma doctor lists them. When the old secret is found, the same command with it brings everything back.`,
  async run(input) {
    const config = readConfig()
    if (!input.is('lost')) throw badUsage('--lost is missing: it confirms that the old root secret is lost')
    if (config.secret === null) throw badUsage('NGOMA_SECRET is not set: make one with openssl rand -hex 32')
    const [{ resetRoot }, { openConfigured }, { refuseOldSchema }] = await Promise.all([
      import('../engine/secrets/index.ts'),
      import('./open.ts'),
      import('../app.ts'),
    ])
    const db = await openConfigured(config, openLog('warn', config.logFormat, process.stderr))
    try {
      await refuseOldSchema(db)
      await resetRoot(db, config.secret, new Date())
    } finally {
      await db.close()
    }
    input.print(
      { reset: true },
      'NGOMA_SECRET is the root secret from now on. Start the server; ngoma doctor lists what has to be set again.',
    )
    return exitCodes.done
  },
}

export const secretCommands: readonly Command[] = [status, rotate, reset]
