/** Writes the bill of materials to standard output. */
import { makeBill } from './bill.ts'

process.stdout.write(makeBill())
