export { erasedPhone, type PersonQuestion, type PersonRecord, type PersonSource } from './model.ts'
