import type { Column, ContactField } from '../../../../src/values/contact-columns.ts'

export type Fields = Readonly<Record<ContactField, string>>

export interface Contact extends Fields {
  readonly id: number
  readonly bookIds: readonly number[]
  readonly createdAt: string
}

export interface Book {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly isDefault: boolean
  readonly contactsCount: number
  readonly createdAt: string
}

export interface Import {
  readonly id: number
  readonly bookId: number
  readonly fileName: string
  readonly status: 'uploading' | 'waiting' | 'done' | 'cancelled' | 'failed'
  readonly reason: string | null
  readonly columns: readonly Column[]
  readonly rowsTotal: number
  readonly rowsDone: number
  readonly added: number
  readonly updated: number
  readonly invalid: number
  readonly createdAt: string
  readonly finishedAt: string | null
}

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
