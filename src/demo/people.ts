import type { Chance } from './chance.ts'

export interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly gender: 'female' | 'male'
  readonly phone: string
  readonly city: string
}

interface Country {
  readonly women: readonly string[]
  readonly men: readonly string[]
  readonly families: readonly string[]
  readonly cities: readonly string[]
  /** Prefixes of the phone numbers, which have twelve digits. */
  readonly prefixes: readonly string[]
}

const namesIn = (text: string) => text.split(' ')

export const tanzania: Country = {
  women: namesIn('Neema Amina Zawadi Rehema Halima Mwanaidi Grace Upendo Salma Joyce Fatuma Tumaini Subira Mariam'),
  men: namesIn('Juma Hassan Baraka Emmanuel Rashidi Musa Godfrey Salum Daudi Hamisi Elia Abdallah Frank Omari'),
  families: namesIn(
    'Mushi Massawe Kimaro Mwakalinga Msuya Shayo Lyimo Mbwana Nyerere Mahenge Swai Ngowi Makame Chande',
  ),
  cities: [
    'Dar es Salaam',
    'Dar es Salaam',
    'Dar es Salaam',
    'Dodoma',
    'Arusha',
    'Morogoro',
    'Zanzibar',
    'Mwanza',
    'Tanga',
  ],
  prefixes: ['25571', '25574', '25575', '25576', '25578', '25565', '25567', '25568', '25562'],
}

export const kenya: Country = {
  women: namesIn('Wanjiku Akinyi Njeri Faith Mercy Chebet Wambui Nafula'),
  men: namesIn('Kamau Otieno Kiprop Brian Mwangi Ochieng Kevin Mutua'),
  families: namesIn('Njoroge Odhiambo Kariuki Wekesa Kiplagat Omondi Muthoni Barasa'),
  cities: ['Nairobi', 'Nairobi', 'Mombasa', 'Kisumu', 'Nakuru'],
  prefixes: ['25470', '25471', '25472', '25474', '25479'],
}

export const uganda: Country = {
  women: namesIn('Nakato Namukasa Apio Nabirye Prossy Aisha'),
  men: namesIn('Okello Mugisha Kato Wasswa Tumwine Ivan'),
  families: namesIn('Ssemwanga Byaruhanga Nsubuga Ochen Kirabo Lubega'),
  cities: ['Kampala', 'Kampala', 'Entebbe', 'Jinja', 'Mbarara'],
  prefixes: ['25670', '25675', '25677', '25678'],
}

/** Number endings that the simulated network rejects, does not deliver, or throttles at first. */
const troubledEnds = ['0000', '0003', '0003', '0001']
const troubledPercent = 4

export type MakePeople = (country: Country, count: number) => Person[]

/** Every person has a different phone number. */
export function createPeople(chance: Chance): MakePeople {
  const known = new Set<string>()
  const newPhone = (country: Country): string => {
    const end = chance.percent(troubledPercent) ? chance.pick(troubledEnds) : String(chance.whole(1_000, 9_998))
    const phone = `${chance.pick(country.prefixes)}${chance.whole(100, 999)}${end}`
    if (known.has(phone)) return newPhone(country)
    known.add(phone)
    return phone
  }
  return (country, count) =>
    Array.from({ length: count }, () => {
      const gender = chance.percent(58) ? 'female' : 'male'
      return {
        firstName: chance.pick(gender === 'female' ? country.women : country.men),
        lastName: chance.pick(country.families),
        gender,
        phone: newPhone(country),
        city: chance.pick(country.cities),
      }
    })
}

export function toCsv(people: readonly Person[], badRows: readonly string[] = []): string {
  const rows = people.map(({ firstName, lastName, phone, gender, city }) =>
    [firstName, lastName, phone, gender, city].join(','),
  )
  for (const [index, row] of badRows.entries()) rows.splice(7 + index * 19, 0, row)
  return ['First name,Last name,Mobile,Gender,City', ...rows, ''].join('\n')
}
