/** Prices and quotes from a shell. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../world.ts'
import { oneLine, type Shell } from './program.ts'

export async function tryPrices(shell: Shell): Promise<void> {
  assert.match(
    await shell.text('price', 'list'),
    /^No matching prices\. Without a price, chat sessions and paid checkouts are free, and each unit of any other product costs 1\.\n$/,
  )
  const { id, ...price } = await shell.json('price', 'set', '2.5', '--prefix', '25571', '--from', '2020-01-31')
  const { createdAt: _, ...wanted } = price
  assert.deepEqual(wanted, {
    product: 'SMS',
    accountId: null,
    prefix: '25571',
    currency: 'TZS',
    amount: '2.5000',
    validFrom: '2020-01-31T00:00:00.000Z',
  })
  assert.match(
    await shell.text('price', 'set', '3', '--account', '1', '--product', 'otp', '--from', '2020-01-31 08:00'),
    /^Price \d+: 3 TZS for OTP, all numbers, account 1, from 2020-01-31 08:00 GMT\.\n$/,
  )
  assert.match(
    await shell.text('price', 'list'),
    /^ID +PRODUCT +ACCOUNT +PREFIX +PRICE +CURRENCY +FROM\n\d+ +OTP +1 +all +3 +TZS .*\n\d+ +SMS +all +25571 /,
  )
  assert.equal(
    (await shell.json('price', 'list', '--account', 'default', '--prefix', '255', '--product', 'SMS')).data[0].id,
    id,
  )
  assert.match(
    await shell.refused('price', 'set', '1.00001'),
    /^Invalid Price \(a price is 0 to 1000000, with at most 4 decimal places\)$/,
  )
  assert.match(await shell.refused('price', 'set', '1', '--account', '999'), /^Account Not Found \(/)

  await tryQuotes(shell)

  const changed = await shell.json('price', 'change', String(id), '4', '--from', '2020-01-31')
  assert.deepEqual([changed.id, changed.prefix, changed.amount], [id, '25571', '4.0000'])
  assert.match(await shell.refused('price', 'change', '999999', '4'), /^unknown price 999999\./)
  const next = await shell.json('price', 'change', String(id), '5')
  assert.notEqual(next.id, id)
  const repeated = /^Price (\d+): 5 TZS for SMS, .*\. It applies already; nothing was changed\.\n$/
  for (const words of [
    ['change', String(next.id), '5'],
    ['set', '5', '--prefix', '25571'],
  ])
    assert.equal(repeated.exec(await shell.text('price', ...words))?.[1], String(next.id))
  assert.match(
    await shell.refused('price', 'change', String(id), '6'),
    new RegExp(`^price ${id} was replaced by price ${next.id}\\. Run "ngoma price change ${next.id} 6" instead\\.$`),
  )
  assert.equal((await shell.json('price', 'list', '--prefix', '25571')).data.length, 2)
  await shell.json('price', 'remove', String(next.id))

  assert.deepEqual(await shell.json('price', 'remove', String(id)), { id, removed: true })
  assert.match(await shell.refused('price', 'remove', String(id)), /^Price Not Found \(/)

  const file = join(shell.settings.NGOMA_DATA ?? '', 'prices.csv')
  writeFileSync(file, 'product,prefix,price\nSMS,255,x\n')
  assert.match(
    await shell.refused('price', 'load', file),
    /^1 Invalid Row \(row 1: a price is 0 to 1000000, with at most 4 decimal places\)$/,
  )
  writeFileSync(file, 'product,prefix,price,account\nSMS,255,1,\nOTP,,1,1\n')
  assert.deepEqual(await shell.json('price', 'load', file, '--replace'), { rows: 2, removed: 2 })
  assert.match(await shell.text('price', 'load', file, '--replace'), /^2 prices set, 2 removed\.\n$/)
  assert.match(await shell.refused('price', 'load', `${file}.none`), /the file does not exist$/)
}

async function tryQuotes(shell: Shell): Promise<void> {
  const send = ['quote', '--to', '255712000107', '--to', '447700900123', '--to', '12', '--text', 'Hello']
  await until('the price is known', async () => (await shell.json(...send)).price === '3.5000')
  const { available, ...quote } = await shell.json(...send)
  assert.match(available, /^\d+\.\d{4}$/)
  assert.deepEqual(
    [quote.recipients.valid, quote.recipients.invalid, quote.segments, quote.encoding, quote.enough],
    [2, 1, 1, 'gsm', true],
  )
  assert.match(
    await shell.text(...send),
    /^NUMBER +SEGMENTS +PRICE +TEXT\n\+255712000107 +1 +2\.50 +Hello\n\+447700900123 +1 +1 +Hello\n\nCOUNTRY +CODE +RECIPIENTS +SEGMENTS +PRICE\nGB +44 +1 +1 +1\nTZ +255 +1 +1 +2\.50\n\n2 valid, 1 invalid, 0 duplicates, 0 opted out\.\nAt most 1 segment of GSM 03\.38 per message, 2 in total\.\nEstimated cost: 3\.50 TZS\. Available: [\d,.]+ TZS\.\n$/,
  )
  const curly = ['quote', '--to', '0712000107', '--text', `It’s ${'x'.repeat(100)}`]
  assert.match(
    await shell.text(...curly),
    /^Smart encoding would save 1 segment \(2\.50 instead of 5 TZS\)\. It replaces ’ by "'"\.$/m,
  )
  assert.match(await shell.text(...curly, '--smart'), /^Smart encoding saves 1 segment /m)
  assert.equal((await shell.json('quote', '--book', 'default', '--text', 'Hello {first_name}')).currency, 'TZS')
  await shell.json('price', 'set', '1000000', '--prefix', '44', '--from', '2020-01-31')
  const expensive = async () => shell.run('quote', '--to', '447700900123', '--to', '447700900124', '--text', 'Hello')
  await until('the expensive price is known', async () => (await expensive()).code === 1)
  assert.match((await expensive()).out, /Available: [\d,.]+ TZS, which is not enough\.\n$/)
  const usage = await shell.run('quote', '--text', 'Hello')
  assert.deepEqual([usage.code, oneLine(usage.err)], [2, '--to, --contact, --book or --segment is required'])
}
