// Starts `epdit lsp` for EPD files. All that the editor shows of them comes from there.

const { window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

async function activate(context) {
  const command = workspace.getConfiguration('epdit').get('path');
  const server = { command, args: ['lsp'] };
  client = new LanguageClient('epdit', 'EPD', server, {
    documentSelector: [{ language: 'epd' }],
  });
  context.subscriptions.push(client);
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(
      `Can't start \`${command} lsp\`: ${error.message}; install epdit, or set "epdit.path" to it.`,
    );
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
