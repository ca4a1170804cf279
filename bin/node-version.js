// Imported for its side effect, in syntax that an old Node can run: without this check it would only print a confusing
// stack. Node 24 is the first version that runs our TypeScript directly.
const oldest = 24

if (Number(process.versions.node.split('.')[0]) < oldest) {
  process.stderr.write(
    `Ngoma needs Node ${oldest} or later, but this is Node ${process.versions.node}. Use npm start, npm test or npx ngoma (npm ci installs Node ${oldest} on Linux), or install Node ${oldest} from nodejs.org.\n`,
  )
  process.exit(1)
}
