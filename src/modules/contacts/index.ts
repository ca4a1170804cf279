export { contactsRoutes } from './routes.ts'
export { type ContactFields, placeholderNames, placeholderValue } from './rules.ts'
export { findBook, prepareContacts } from './store-books.ts'
export { listContactsAfter } from './store-lists.ts'
