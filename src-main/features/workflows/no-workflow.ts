export function noWorkflow(workflowId: string): { readonly what: string; readonly message: string } {
  const message = `There is no workflow "${workflowId}" in this project. Check the id, or open the connection that it is of.`;
  return { what: `workflow ${workflowId}`, message };
}
