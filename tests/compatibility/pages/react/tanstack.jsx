import { flexRender, getCoreRowModel, getExpandedRowModel, getFilteredRowModel, getPaginationRowModel, getSortedRowModel, useReactTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { held, show, useHeld } from "../held.jsx";

const data = Array.from({ length: 30 }, (_, i) => ({ name: `Person ${String(i + 1).padStart(2, "0")}`, age: 20 + (i * 7) % 40 }));

function App() {
  const [sorting, setSorting] = useHeld("sorting", []);
  const [filter, setFilter] = useHeld("filter", "");
  const [rowSelection, setRowSelection] = useHeld("picked", {});
  const [pagination, setPagination] = useHeld("pagination", { pageIndex: 0, pageSize: 5 });
  const [columnVisibility, setColumnVisibility] = useHeld("columns", {});
  const [expanded, setExpanded] = useHeld("expanded", {});
  const columns = useMemo(() => [
    { id: "pick", header: ({ table }) => <input type="checkbox" aria-label="All" checked={table.getIsAllRowsSelected()} onChange={table.getToggleAllRowsSelectedHandler()} />, cell: ({ row }) => <input type="checkbox" checked={row.getIsSelected()} onChange={row.getToggleSelectedHandler()} /> },
    { id: "fold", header: "", cell: ({ row }) => <span onClick={row.getToggleExpandedHandler()} style={{ cursor: "pointer" }}>{row.getIsExpanded() ? "▾" : "▸"}</span> },
    { accessorKey: "name", header: "Name" }, { accessorKey: "age", header: "Age" },
    { id: "act", header: "", cell: ({ row }) => <button onClick={() => held.deleted = row.original.name}>Delete</button> },
  ], []);
  const table = useReactTable({
    data, columns, state: { sorting, globalFilter: filter, rowSelection, pagination, columnVisibility, expanded }, getRowCanExpand: () => true,
    onSortingChange: setSorting, onGlobalFilterChange: setFilter, onRowSelectionChange: setRowSelection, onPaginationChange: setPagination, onColumnVisibilityChange: setColumnVisibility, onExpandedChange: setExpanded,
    getCoreRowModel: getCoreRowModel(), getSortedRowModel: getSortedRowModel(), getFilteredRowModel: getFilteredRowModel(), getPaginationRowModel: getPaginationRowModel(), getExpandedRowModel: getExpandedRowModel(),
  });
  held.shown = table.getRowModel().rows.map(({ original }) => original.name);
  return (
    <>
      <input aria-label="Search" value={filter} onChange={(e) => setFilter(e.target.value)} />
      <label><input type="checkbox" checked={table.getColumn("age").getIsVisible()} onChange={table.getColumn("age").getToggleVisibilityHandler()} /> Show age</label>
      <table>
        <thead>{table.getHeaderGroups().map((g) => <tr key={g.id}>{g.headers.map((h) => <th key={h.id} onClick={h.column.getToggleSortingHandler()}>{flexRender(h.column.columnDef.header, h.getContext())}{{ asc: " 🔼", desc: " 🔽" }[h.column.getIsSorted()]}</th>)}</tr>)}</thead>
        <tbody>{table.getRowModel().rows.flatMap((row) => [<tr key={row.id}>{row.getVisibleCells().map((c) => <td key={c.id}>{flexRender(c.column.columnDef.cell, c.getContext())}</td>)}</tr>, ...(row.getIsExpanded() ? [<tr key={`${row.id}x`}><td colSpan={5}>More about {row.original.name}</td></tr>] : [])])}</tbody>
      </table>
      <button onClick={() => table.previousPage()} disabled={!table.getCanPreviousPage()}>{"<"}</button>
      <button onClick={() => table.nextPage()} disabled={!table.getCanNextPage()}>{">"}</button>
      <select aria-label="Rows" value={pagination.pageSize} onChange={(e) => table.setPageSize(Number(e.target.value))}>{[5, 10, 20].map((n) => <option key={n}>{n}</option>)}</select>
    </>
  );
}
show(<App />);
