import type { ContactField } from '../../../../src/values/contact-columns.ts'

export type Fields = Readonly<Record<Exclude<ContactField, 'fullName'>, string>>

export const nameOf = ({ title, firstName, lastName }: Pick<Fields, 'title' | 'firstName' | 'lastName'>) =>
  [title, firstName, lastName].filter((part) => part !== '').join(' ')
