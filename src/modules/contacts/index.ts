export { contactsConsole } from './console.ts'
export { contactsRoutes } from './routes.ts'
export { prepareContacts } from './store-books.ts'
