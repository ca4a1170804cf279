export { contactsRoutes } from './routes.ts'
export { prepareContacts } from './store-books.ts'
