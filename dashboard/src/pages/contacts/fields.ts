import type { ContactField } from '../../../../src/values/contact-columns.ts'

export type Fields = Readonly<Record<ContactField, string>>

/** What the fields are called where people see them, in the order in which they stand. */
export const fieldTitles: Fields = {
  phone: 'Mobile number',
  firstName: 'First name',
  lastName: 'Last name',
  title: 'Title',
  phone2: 'Second number',
  email: 'E-mail',
  gender: 'Gender',
  birthDate: 'Date of birth',
  country: 'Country',
  city: 'City',
  area: 'Area',
}

export const nameOf = ({ title, firstName, lastName }: Pick<Fields, 'title' | 'firstName' | 'lastName'>) =>
  [title, firstName, lastName].filter((part) => part !== '').join(' ')
