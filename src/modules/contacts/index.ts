export { importsConsole } from './console-import.ts'
export { importTasks, importWork } from './import-work.ts'
export { contactsRoutes } from './routes.ts'
export { prepareContacts } from './store-books.ts'
