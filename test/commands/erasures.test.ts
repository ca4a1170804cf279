import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { onOneEngine } from '../world.ts'
import { migratedPlace, openPlace, openServer, openShell, type Shell } from './program.ts'

const phone = '255713004713'

onOneEngine('restoring a backup that is older than an erasure', (engine) => {
  it('erases the person again, and refuses a file that it cannot read', async (test) => {
    const places = [
      await openPlace(engine, test),
      await migratedPlace(engine, test),
      await migratedPlace(engine, test),
    ] as const
    // The backup is older than the first use of the archive.
    const archive = mkdtempSync(join(tmpdir(), 'ngoma-archive-'))
    test.after(() => rmSync(archive, { recursive: true }))
    const [home, elsewhere, third] = places.map((place) => openShell({ ...place, NGOMA_ARCHIVE_DIR: archive })) as [
      Shell,
      Shell,
      Shell,
    ]
    const inHome = (name: string) => join(places[0].NGOMA_DATA ?? '', name)
    const [backup, erasures] = [inHome('ngoma.backup.gz'), inHome('erasures.jsonl')]
    await home.run('contact', 'create', '--first-name', 'Amina', '--phone', phone)
    await home.json('backup', backup)
    // A crash left half a line.
    writeFileSync(erasures, '{"id":"half')
    // Without a server the command erases by itself.
    const erased = await home.json('person', 'erase', phone, '--yes')
    assert.deepEqual([erased.state, erased.accountId, erased.counts.contacts], ['done', null, 1])
    assert.ok(existsSync(join(archive, 'archive.json')))

    const damaged = inHome('damaged.jsonl')
    writeFileSync(damaged, `${readFileSync(erasures, 'utf8')}{"id":"half\n`)
    assert.match(
      await third.refused('restore', backup, '--erasures', damaged),
      /^line 3 of the erasures file .* is damaged: copy/,
    )
    assert.match(await third.refused('restore', backup, '--erasures', inHome('none')), /none: the file does not exist$/)
    const set = openShell({ ...places[2], NGOMA_ERASURES_FILE: inHome('none') })
    assert.match(
      await set.refused('restore', backup),
      /^cannot read the erasures file \S+none \(NGOMA_ERASURES_FILE\): the file does not exist\. Copy it/,
    )
    assert.match(await third.refused('ledger', 'check'), /is empty\. Set it up with "ngoma serve", or restore/)
    const foreign = inHome('foreign.jsonl')
    writeFileSync(foreign, readFileSync(erasures, 'utf8').replace(/"sealed":"[^"]+"/, '"sealed":"AQIDBAUGBwgJ"'))
    assert.match(
      await third.refused('restore', backup, '--erasures', foreign),
      /^the backup is restored, but persons .*written with another root secret(?!.*restore again).*ngoma person reapply --since 2/,
    )

    const restored = await elsewhere.json('restore', backup, '--erasures', erasures)
    assert.deepEqual(restored.erasures, { added: 1, finished: 1, waiting: 0 })
    assert.deepEqual((await elsewhere.json('person', 'show', phone)).sources, [])
    const since = restored.header.time
    const again = await elsewhere.json('person', 'reapply', '--since', since, '--erasures', erasures)
    assert.deepEqual(again, { added: 0, finished: 0, waiting: 0, missingErasuresFile: null })
    assert.match(
      await third.text('person', 'reapply', '--since', since),
      /^No erasures file was found at \S+erasures\.jsonl: persons who were erased/,
    )
    assert.equal((await third.json('person', 'show', phone)).sources.length > 0, true)
    assert.match(
      await third.text('person', 'reapply', '--since', since, '--erasures', erasures),
      /^1 person was erased again/,
    )
    assert.deepEqual((await third.json('person', 'show', phone)).sources, [])
    assert.equal(
      await third.text('person', 'reapply', '--since', since, '--erasures', erasures),
      'Nothing to repeat: all erasures since then are in the database.\n',
    )
    await openServer(test, places[2])
    assert.match(
      await third.refused('person', 'reapply', '--since', since, '--erasures', erasures),
      engine === 'embedded' ? /is in use by process \d+/ : /^a server uses this database\. Stop all servers/,
    )
  })
})
