import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPhone, replacePhone, replacePhoneInJson } from './rules.ts'

const phone = '255712345678'

const texts: readonly (readonly [text: string, wanted: string])[] = [
  [phone, 'erased'],
  [`+${phone}`, 'erased'],
  [`Call ${phone}, or (${phone}).`, 'Call erased, or (erased).'],
  [`https://shop.example/?p=${phone}&x=1`, 'https://shop.example/?p=erased&x=1'],
  [`00${phone} or 000${phone}`, `erased or 000${phone}`],
  [`1${phone} and ${phone}0`, `1${phone} and ${phone}0`],
  ['255 712 345 678', '255 712 345 678'],
  [
    `{"to":"${phone}","id":${phone},"more":[${phone},1${phone}]}`,
    `{"to":"erased","id":"erased","more":["erased",1${phone}]}`,
  ],
  [`{"${phone}":"\\"${phone}\\\\"}`, '{"erased":"\\"erased\\\\"}'],
  [`{"big":12345678901234567890,"n":-${phone}}`, `{"big":12345678901234567890,"n":-${phone}}`],
  [`{not JSON ${phone}`, '{not JSON erased'],
]

describe('replacing a number', () => {
  for (const [text, wanted] of texts)
    it(`changes ${text} to ${wanted}`, () => assert.equal(replacePhone(text, phone), wanted))

  it('keeps scalars of JSON columns valid', () => {
    assert.equal(replacePhoneInJson(phone, phone), '"erased"')
    assert.equal(replacePhoneInJson(`"${phone}"`, phone), '"erased"')
  })
})

const numbers: readonly (readonly [typed: string, wanted: string | null])[] = [
  [phone, phone],
  [' +255 (712) 345-678 ', phone],
  ['0712345678', phone],
  ['2557123456', '2557123456'],
  ['Amina', null],
  ['', null],
  [`${phone},${phone}`, null],
]

describe('reading a typed number', () => {
  for (const [typed, wanted] of numbers)
    it(`reads ${JSON.stringify(typed)} as ${wanted}`, () => assert.equal(readPhone(typed, 'TZ'), wanted))
})
