/** Contact fields, segments and imports with both from a shell. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shell } from './program.ts'

export async function tryFields(shell: Shell): Promise<void> {
  const tier = await shell.json('field', 'create', 'Tier', '--choice', 'Gold', '--choice', 'Silver')
  assert.deepEqual([tier.key, tier.type, tier.choices], ['tier', 'choice', ['Gold', 'Silver']])
  assert.equal((await shell.json('field', 'create', 'Tier', '--if-missing')).id, tier.id)
  assert.match(await shell.refused('field', 'create', 'tier'), /^A Contact Field Named "tier" Already Exists \(/)
  assert.equal((await shell.run('field', 'create', 'X', '--type', 'colour')).code, 2)
  assert.equal((await shell.json('field', 'change', 'tier', '--name', 'Level')).name, 'Level')

  const file = join(shell.settings.NGOMA_DATA ?? '', 'shop.csv')
  writeFileSync(file, 'Simu,Jina,Voucher,Points,Level\n0768 941 081,Asha Mwinyi,V1,120,gold\n0768941082,Juma,V2,20,\n')
  const map = ['--map', 'Simu:phone', '--map', 'Jina:name', '--map', 'Voucher:new:text', '--names', 'split']
  await shell.json('book', 'create', 'Shop')
  const preview = await shell.text('contacts', 'import', file, '--book', 'Shop', ...map, '--preview')
  assert.match(preview, /^2 of 2 rows can be imported\. Numbers are read for TZ\./)
  assert.match(preview, /^Points +ignored, or --map "Points:new:number" +120, 20$/m)
  assert.match(preview, /^1 +0768 941 081 +\+255768941081 +Asha +Mwinyi +voucher=V1 tier=Gold$/m)
  const points = ['--map', 'Points:new:number']
  const done = await shell.json('contacts', 'import', file, '--book', 'Shop', ...map, ...points)
  assert.deepEqual([done.status, done.added], ['done', 2])
  assert.match(await shell.text('field', 'list'), /^\d+ +points +Points +number /m)
  assert.equal((await shell.json('field', 'list')).data[0].key, 'tier')
  assert.equal((await shell.run('contacts', 'import', file, '--names', 'both')).code, 2)

  writeFileSync(file, 'Phone\n12\n')
  const failed = await shell.run('contacts', 'import', file)
  assert.equal(failed.code, 1)
  assert.match(failed.out, /No contact was imported\. The only row is invalid, the first because Phone is not/)
  assert.equal((await shell.run('contacts', 'import', file, '--preview')).code, 1)

  const loyal = await shell.json('segment', 'create', 'Loyal', '--where', 'points >= 100', '--where', 'in book Shop')
  assert.deepEqual([loyal.count, loyal.isEstimate, loyal.filter.conditions.length], [1, false, 2])
  assert.match(
    await shell.text('segment', 'show', 'loyal'),
    /^Loyal \(\d+\): points >= 100 and in book \d+\n1 contact\n$/,
  )
  assert.match(
    await shell.refused('segment', 'create', 'X', '--where', 'pts > 1'),
    /^Invalid Condition 1: there is no field/,
  )
  assert.equal((await shell.run('segment', 'create', 'X', '--where', 'whatever')).code, 2)
  assert.equal((await shell.run('segment', 'create', 'X')).code, 2)
  assert.match(
    await shell.text('contacts', 'list', '--segment', 'Loyal'),
    /\+255768941081 +Asha +Mwinyi +tier=Gold voucher=V1 points=120 /,
  )
  await shell.json('contacts', 'change', '0768941082', '--set', 'points=200', '--last-name', 'Mushi')
  assert.equal((await shell.json('segment', 'show', 'Loyal')).count, 2)
  const changed = await shell.json(
    'segment',
    'change',
    'Loyal',
    '--where',
    'never messaged',
    '--where',
    'tier set',
    '--any',
  )
  assert.equal(changed.filter.match, 'any')
  assert.equal((await shell.json('segment', 'list')).data[0].id, loyal.id)
  assert.match(await shell.text('segment', 'list'), / Loyal +never messaged or tier set /)
  assert.equal((await shell.run('contacts', 'add', '0768941083', '--set', 'points')).code, 2)
  assert.match(
    await shell.refused('contacts', 'add', '0768941083', '--set', 'points=x'),
    /^fields\.points must be a number/,
  )

  assert.match(await shell.refused('field', 'remove', 'tier'), /^The Segment "Loyal" Uses This Field \(/)
  assert.equal((await shell.json('segment', 'remove', 'Loyal')).removed, true)
  assert.equal(await shell.text('field', 'remove', 'Level'), 'Contact field Level removed.\n')
  for (const key of ['voucher', 'points']) await shell.json('field', 'remove', key)
  for (const number of ['0768941081', '0768941082']) await shell.json('contacts', 'remove', number)
  await shell.json('book', 'remove', 'Shop')
}
