// Imported for its effect, and written for an old Node to read: Node 24 is the first that runs our TypeScript as it is,
// and an older one would only show a puzzling stack.
const oldest = 24

if (Number(process.versions.node.split('.')[0]) < oldest) {
  process.stderr.write(
    `Ngoma needs Node ${oldest} or later, this is ${process.versions.node}: run it with npm start or npm test (npm ci brings Node ${oldest} on Linux), or install Node ${oldest} from nodejs.org\n`,
  )
  process.exit(1)
}
