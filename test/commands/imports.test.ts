import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startServer } from '../e2e/server.ts'
import { onOneEngine, until } from '../world.ts'
import { tryImports } from './imports.ts'
import { emptyPlace, openResident, openShell, run } from './program.ts'

onOneEngine('contact imports without a server', (engine) => {
  it('run in the command, or with --no-wait in the next server', {
    timeout: 240_000,
  }, async (test) => {
    const settings = await emptyPlace(engine, test)
    const shell = openShell(settings, openResident(test))
    assert.equal((await run(['account', 'list'], settings)).code, 0)
    await tryImports(shell)
    const [left] = (await shell.json('contacts', 'imports')).data
    assert.equal(left.status, 'waiting')
    assert.deepEqual(await shell.json('contacts', 'cancel', String(left.id)), { id: left.id, cancelled: true })

    const next = await shell.json(
      'contacts',
      'import',
      `${settings.NGOMA_DATA}/people.csv`,
      '--map',
      'Anwani:mob_no',
      '--no-wait',
    )
    const server = await startServer(settings)
    test.after(() => server.kill('SIGKILL'))
    await until('the server has done it', async () => {
      const { data } = await shell.json('contacts', 'imports')
      return data.find(({ id }: { id: number }) => id === next.id).status === 'done'
    })
  })
})
